/** Give a file to the person, as a link to it would. */
export function download(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

export const asJson = (content: unknown): Blob => new Blob([JSON.stringify(content)], { type: 'application/json' })
