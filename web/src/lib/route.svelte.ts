// Pages without a dependency: the path below the root, and links that do not reload.
import { at, root } from './root'

const here = () => location.pathname.slice(root.length) || '/'

class Route {
  path = $state(here())

  constructor() {
    addEventListener('popstate', () => (this.path = here()))
  }

  go(path: string): void {
    if (path !== here() + location.hash) history.pushState(null, '', at(path))
    this.path = here()
    scrollTo(0, 0)
  }
}

export const route = new Route()

/** On an element that holds links: those to our own pages are followed without a reload. */
export function links(node: HTMLElement): { destroy(): void } {
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!link || !plain || link.target || link.download || link.origin !== location.origin) return
    if (!link.pathname.startsWith(at('/'))) return
    const path = link.pathname.slice(root.length)
    if (path.startsWith('/schema') || path.startsWith('/api')) return
    if (path === here() && link.hash) return
    event.preventDefault()
    route.go(path + link.hash)
  }
  node.addEventListener('click', follow)
  return { destroy: () => node.removeEventListener('click', follow) }
}
