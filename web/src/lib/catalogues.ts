// Where texts come from: the client's own messages, those of a game's folder, and the sentences for facts and refusals,
// which are the files that Python reads too.
import { api } from './api'
import type { Catalogue, Language, Load } from './i18n.svelte'

type Files = Record<string, () => Promise<Catalogue>>
const messages: Files = import.meta.glob<Catalogue>('../messages/*.json', { import: 'default' })
const ofGames: Files = import.meta.glob<Catalogue>('../games/*/messages/*.json', { import: 'default' })
const sentences: Files = import.meta.glob<Catalogue>(
  ['../../../src/brocante/games/sentences/*.json', '../../../src/brocante/games/*/sentences/*.json', '../../../src/brocante/table/sentences/*.json'],
  { import: 'default' },
)

const read = async (files: Files, path: string): Promise<Catalogue> => (await files[path]?.()) ?? {}
const readSentences = (folder: string, language: Language) => read(sentences, `../../../src/brocante/${folder}/sentences/${language}.json`)

export const appTexts: Load = (language) => read(messages, `../messages/${language}.json`)

/** What the server refuses, whatever is played. */
export const tableTexts: Load = (language) => readSentences('table', language)

/** What is wrong with a record or with how a game was to be set up, whatever is played. */
export const recordTexts: Load = (language) => readSentences('games', language)

/** The texts of a game; those of a game without a folder here come from the server. */
export function gameTexts(game: string): Load {
  const folder = `games/${game.replaceAll('-', '_')}`
  return async (language) => {
    if (!(`../games/${game}/messages/${language}.json` in ofGames)) return (await api.game(game, language)).sentences
    const parts = [readSentences('games', language), readSentences(folder, language), read(ofGames, `../games/${game}/messages/${language}.json`)]
    return Object.assign({}, ...(await Promise.all(parts)))
  }
}
