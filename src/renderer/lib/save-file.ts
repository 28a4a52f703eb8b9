import type { ResponseOf } from '@shared/ipc/contract'

/** Hands a file to the browser to keep. Where downloads are forbidden (the desktop window) nothing happens. */
export function saveFile({ fileName, mediaType, text, encoding }: ResponseOf<'session.export'>): void {
  const content =
    encoding === undefined ? text : Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  const url = URL.createObjectURL(new Blob([content], { type: mediaType }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The download has its own hold on the content by then.
  setTimeout(() => {
    URL.revokeObjectURL(url)
  }, 10_000)
}
