/** Passes a file to the browser, which asks the user or saves it in the downloads folder. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Some browsers read the link only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
