// Who I am to the server. Nobody has to say a name to play: there is one for who has none.
import { forgetShares } from '../analysis/kept'
import { forgetLessons } from '../lesson/kept'
import { device } from '../local/device'
import { staysHere } from '../local/kept'
import { api, playableHere } from './api'
import { t } from './i18n.svelte'
import { keepPrefs, prefs } from './prefs.svelte'
import { SITE } from './site'
import type { NewTable } from './wire'

class Me {
  name = $state<string | null>(null)

  async look(): Promise<void> {
    this.name = (await api.me().catch(() => null))?.name ?? null
  }

  /** Open a table under a name, on this device if everyone sits here, else on the server; the table's own name. Against bots
   * alone they answer at once: the page shows moves at its own pace. */
  async open(table: NewTable, name: string, onServer = false): Promise<string> {
    const alone = staysHere(table.seats)
    const stays = alone && !onServer && (await playableHere(table.game))
    if (stays) return device.open(table, this.#called(name))
    await this.be(name)
    return (await api.open(alone ? { ...table, delay: false } : table)).id
  }

  async be(name: string): Promise<string> {
    const wanted = this.#called(name)
    if (SITE) this.name = wanted
    else if (this.name !== wanted) this.name = (await api.meet(wanted)).name
    return wanted
  }

  /** A name that was typed is kept. */
  #called(name: string): string {
    if (name.trim() && name.trim() !== prefs.name) {
      prefs.name = name.trim()
      keepPrefs()
    }
    return name.trim() || prefs.name || t('me.guest')
  }

  /** Leave nothing behind, here or on the server. */
  async beForgotten(): Promise<void> {
    if (!SITE && this.name !== null) await api.forget()
    await device.forget()
    forgetLessons()
    forgetShares()
    this.name = null
    prefs.name = ''
    keepPrefs()
  }
}

export const me = new Me()
