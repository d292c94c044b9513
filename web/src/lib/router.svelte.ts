// Where we are: the part of the address after #. A token stays out of what a server logs.

export type Route =
  | { name: 'home' }
  | { name: 'table'; token: string }
  | { name: 'replay'; token: string; at: number | undefined }
  | { name: 'rules'; game: string; rule: string | undefined }
  | { name: 'missing'; path: string }

/** What an address means; one that means nothing is missing rather than home. */
export function parse(hash: string): Route {
  const path = hash.replace(/^#?\/?/, '')
  let parts: string[]
  try {
    parts = path.split('/').map(decodeURIComponent)
  } catch {
    return { name: 'missing', path }
  }
  if (parts.at(-1) === '') parts.pop()
  const [name, first, second, ...more] = parts
  if (name === undefined) return { name: 'home' }
  if (more.length === 0) {
    if (name === 't' && first && second === undefined) return { name: 'table', token: first }
    if (name === 'replay' && first && (second === undefined || /^\d{1,7}$/.test(second)))
      return { name: 'replay', token: first, at: second === undefined ? undefined : Number(second) }
    if (name === 'rules' && first) return { name: 'rules', game: first, rule: second?.toUpperCase() }
  }
  return { name: 'missing', path }
}

/** The address of a place, to be put behind #. */
export const paths = {
  home: '/',
  table: (token: string) => `/t/${encodeURIComponent(token)}`,
  replay: (token: string, at?: number) => `/replay/${encodeURIComponent(token)}${at === undefined ? '' : `/${at}`}`,
  rules: (game: string, rule?: string) =>
    `/rules/${encodeURIComponent(game)}${rule === undefined ? '' : `/${encodeURIComponent(rule)}`}`,
}

export const here: { route: Route } = $state({ route: parse(location.hash) })

window.addEventListener('hashchange', () => {
  here.route = parse(location.hash)
})

export function go(path: string): void {
  location.hash = path
}

/** Say in the address where we are now, without a step of the browser's history and without a change of screen. */
export function settle(path: string): void {
  history.replaceState(history.state, '', `#${path}`)
}

/** The whole address of a place, to be given to somebody else. */
export function addressOf(path: string): string {
  return `${location.origin}${location.pathname}#${path}`
}
