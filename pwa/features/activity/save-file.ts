/** Hands a file to the browser, which asks the person or puts it where downloads go. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // The download has begun with the click; a moment more for browsers that read the link late.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
