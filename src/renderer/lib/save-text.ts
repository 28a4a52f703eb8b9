/** Hands a text to the browser as a file to keep. Where downloads are forbidden (the desktop window) nothing happens. */
export function saveText({
  fileName,
  mediaType,
  text,
}: {
  fileName: string
  mediaType: string
  text: string
}): void {
  const url = URL.createObjectURL(new Blob([text], { type: mediaType }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The download has its own hold on the text by then.
  setTimeout(() => {
    URL.revokeObjectURL(url)
  }, 10_000)
}
