// Refusals in the reader's language: the server says which clause forbids a move, the catalogue says it in words.
import { tongue, word } from './i18n.svelte'

const CLAUSE = /\(([CKAZ]\d+(?:\.\d+)?)\)/

/** The clause a sentence cites, and the sentence without what is legal instead. */
export function parts(text: string): { clause: string | null; sentence: string } {
  const sentence = text.replace(/^'.*?' is not legal: /, '').replace(/ Legal now: .*$/s, '')
  return { clause: CLAUSE.exec(sentence)?.[1] ?? null, sentence }
}

export function why(code: string, text: string): string {
  const { clause, sentence } = parts(text)
  if (code === 'illegal_move' && clause && tongue.language !== 'en' && tongue.has(`why.${clause}`)) {
    return `${word(`why.${clause}`)} (${clause})`
  }
  if (code !== 'illegal_move' && tongue.has(`refused.${code}`)) return word(`refused.${code}`)
  return sentence
}
