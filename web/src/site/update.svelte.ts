// The service worker of the static site, as its pages see it: a new version is offered, never forced.
class Update {
  ready = $state(false)
  #waiting: ServiceWorker | null = null

  async watch(): Promise<void> {
    const first = !navigator.serviceWorker.controller
    const registration = await navigator.serviceWorker.register('./worker.js')
    const offer = (worker: ServiceWorker | null) => {
      if (!worker || first) return
      this.#waiting = worker
      this.ready = true
    }
    offer(registration.waiting)
    registration.addEventListener('updatefound', () => {
      const worker = registration.installing
      worker?.addEventListener('statechange', () => worker.state === 'installed' && offer(worker))
    })
    // All pages change at once: files of the version before are gone. Games are kept, so none is lost.
    navigator.serviceWorker.addEventListener('controllerchange', () => !first && location.reload())
  }

  take(): void {
    this.#waiting?.postMessage('take over')
  }
}

export const update = new Update()
