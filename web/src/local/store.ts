// The games of this device, in the browser's own database. A change is stored only on top of the version it was made for:
// two pages may have the same game open.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { Kept } from './kept'

interface Schema extends DBSchema {
  tables: { key: string; value: Kept; indexes: { changed: number } }
}

export class Store {
  #database: Promise<IDBPDatabase<Schema>> | null = null

  #open(): Promise<IDBPDatabase<Schema>> {
    this.#database ??= openDB<Schema>('brocante', 1, {
      upgrade: (database) => void database.createObjectStore('tables', { keyPath: 'id' }).createIndex('changed', 'changed'),
      terminated: () => (this.#database = null), // somebody has deleted it
    })
    return this.#database
  }

  async read(id: string): Promise<Kept | undefined> {
    return (await this.#open()).get('tables', id)
  }

  /** All tables, the one played at last first. */
  async all(): Promise<Kept[]> {
    return (await (await this.#open()).getAllFromIndex('tables', 'changed')).reverse()
  }

  /** Whether it was stored: not if another page was faster. `before` is the version it follows, null for a new table. */
  async write(kept: Kept, before: number | null): Promise<boolean> {
    const change = (await this.#open()).transaction('tables', 'readwrite', { durability: 'strict' })
    const stored = await change.store.get(kept.id)
    const first = (stored?.version ?? null) === before
    if (first) await change.store.put(kept)
    await change.done
    return first
  }

  /** New tables, all or none. */
  async writeAll(tables: Kept[]): Promise<void> {
    const change = (await this.#open()).transaction('tables', 'readwrite', { durability: 'strict' })
    await Promise.all([...tables.map((kept) => change.store.add(kept)), change.done])
  }

  async clear(): Promise<void> {
    await (await this.#open()).clear('tables')
  }
}
