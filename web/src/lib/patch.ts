// JSON merge patch (RFC 7396): null removes, objects merge, everything else replaces. Never changes its arguments.

type Json = unknown

function isObject(value: Json): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function merged<T>(target: T, patch: Json): T {
  if (!isObject(patch)) return patch as T
  const result: Record<string, Json> = isObject(target) ? { ...target } : {}
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key]
    else result[key] = merged(result[key], value)
  }
  return result as T
}
