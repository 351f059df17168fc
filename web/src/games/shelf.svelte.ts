// The games that the server has, in its order.
import { api, type GameShown } from '../lib/api'

class Shelf {
  games = $state.raw<GameShown[]>([])

  async look(): Promise<void> {
    this.games = Object.values(await api.games().catch(() => ({})))
  }

  find(name: string): GameShown | undefined {
    return this.games.find((game) => game.name === name)
  }

  title(name: string): string {
    return this.find(name)?.title ?? name
  }
}

export const shelf = new Shelf()
