// Getting something out of the page: onto the clipboard, or into a file.

/** Copy a text; false if this browser does not let us (the caller then selects it for the reader). */
export async function copy(words: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(words)
    return true
  } catch {
    // Without https on a local network there is no clipboard object.
    return false
  }
}

/** Hand a text to the browser as a file. */
export function download(name: string, words: string): void {
  const address = URL.createObjectURL(new Blob([words], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** A name for a file, of letters that every system takes. */
export function fileName(title: string): string {
  const plain = title
    .normalize('NFKD')
    .replace(/[^\w]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase()
  return `${plain || 'match'}.fireteam.txt`
}
