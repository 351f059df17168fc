// Pages without a dependency, and links that do not reload. On a server a page is a path below the server's own address;
// on a static site, whose host serves one file, it stands behind a #.
import { SITE } from './site'

const BASE = new URL('.', document.baseURI).pathname

/** The address of a page: `/rules/klunker`, `/rules/klunker#K3.1`. */
export const href = (page: string): string => (SITE ? `#${page}` : BASE + page.slice(1))

/** The same with everything before it, to send to others. */
export const address = (page: string): string => new URL(href(page), SITE ? location.href : document.baseURI).href

/** The page of an address, and what to show of it. */
function pageOf(url: { pathname: string; hash: string }): { path: string; anchor: string } {
  const [path, anchor = ''] = SITE ? url.hash.slice(1).split('#') : ['/' + url.pathname.slice(BASE.length), url.hash.slice(1)]
  return { path: path || '/', anchor }
}

class Route {
  path = $state('/')
  anchor = $state('')

  constructor() {
    this.#look()
    addEventListener('popstate', this.#look)
    addEventListener('hashchange', this.#look)
  }

  #look = (): void => {
    const { path, anchor } = pageOf(location)
    this.path = path
    this.anchor = anchor
  }

  go(page: string): void {
    const to = href(page)
    if (to !== location.pathname + location.hash && to !== location.hash) history.pushState(null, '', to)
    this.#look()
    if (!this.anchor) scrollTo(0, 0)
  }
}

export const route = new Route()

/** Show a place of the page. */
export function showPlace(id: string): void {
  const place = document.getElementById(id)
  place?.scrollIntoView()
  place?.focus({ preventScroll: true }) // only what can have the focus takes it
}

/** On an element that holds links: those to our own pages are followed without a reload. */
export function links(node: HTMLElement): { destroy(): void } {
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!link || !plain || link.target || link.download || link.origin !== location.origin) return
    if (!link.pathname.startsWith(BASE) || /^(schema|api)\b/.test(link.pathname.slice(BASE.length))) return
    event.preventDefault()
    const { path, anchor } = pageOf(link)
    const here = path === route.path
    route.go(anchor ? `${path}#${anchor}` : path)
    if (here && anchor) showPlace(anchor)
  }
  node.addEventListener('click', follow)
  return { destroy: () => node.removeEventListener('click', follow) }
}
