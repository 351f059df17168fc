// Pages without a dependency: the path, and links that do not reload.
class Route {
  path = $state(location.pathname)

  constructor() {
    addEventListener('popstate', () => (this.path = location.pathname))
  }

  go(path: string): void {
    if (path !== location.pathname + location.hash) history.pushState(null, '', path)
    this.path = location.pathname
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
    if (link.pathname.startsWith('/schema') || link.pathname.startsWith('/api')) return
    if (link.pathname === location.pathname && link.hash) return
    event.preventDefault()
    route.go(link.pathname + link.hash)
  }
  node.addEventListener('click', follow)
  return { destroy: () => node.removeEventListener('click', follow) }
}
