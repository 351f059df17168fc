// Who I am to the server. Nobody has to say a name to play: there is one for who has none.
import { api } from './api'
import { t } from './i18n.svelte'
import { keepPrefs, prefs } from './prefs.svelte'

class Me {
  name = $state<string | null>(null)

  async look(): Promise<void> {
    this.name = (await api.me())?.name ?? null
  }

  async be(name: string): Promise<string> {
    const wanted = name.trim() || prefs.name || t('me.guest')
    if (this.name !== wanted) this.name = (await api.meet(wanted)).name
    if (name.trim()) {
      prefs.name = name.trim()
      keepPrefs()
    }
    return wanted
  }

  /** Leave nothing behind, here or on the server. */
  async beForgotten(): Promise<void> {
    await api.forget()
    this.name = null
    prefs.name = ''
    keepPrefs()
  }
}

export const me = new Me()
