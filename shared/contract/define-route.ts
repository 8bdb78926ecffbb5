import { idParams, messageResponse, userIdParams } from './fields.ts'
import type { RouteDefinition } from './route.ts'

// Separate from route.ts, which the app's first script needs without the schemas.

type Options = Omit<RouteDefinition, 'method' | 'path'>

/**
 * Unless the route says otherwise, a write takes a key and responds with a message, and `:id` and
 * `:userId` in a path are UUIDs.
 */
type Defined<Method, Path extends string, R> = {
  readonly method: Method
  readonly path: Path
} & Omit<WriteOf<Method> & ParamsIn<`${Path}/`>, keyof R> &
  R

type WriteOf<Method> = Method extends 'GET'
  ? object
  : { readonly idempotency: 'key'; readonly response: typeof messageResponse }

type ParamsIn<Path extends string> = Path extends `${string}/:userId/${string}`
  ? { readonly params: typeof userIdParams }
  : Path extends `${string}/:id/${string}`
    ? { readonly params: typeof idParams }
    : object

/* @__NO_SIDE_EFFECTS__ */
export const get = <const Path extends string, const R extends Options>(path: Path, route: R) =>
  define('GET', path, route)

/* @__NO_SIDE_EFFECTS__ */
export const post = <const Path extends string, const R extends Options>(path: Path, route: R) =>
  define('POST', path, route)

/* @__NO_SIDE_EFFECTS__ */
export const put = <const Path extends string, const R extends Options>(path: Path, route: R) =>
  define('PUT', path, route)

/* @__NO_SIDE_EFFECTS__ */
export const del = <const Path extends string, const R extends Options>(path: Path, route: R) =>
  define('DELETE', path, route)

function define<Method extends RouteDefinition['method'], Path extends string, R extends Options>(
  method: Method,
  path: Path,
  route: R,
) {
  const [, name] = /:(id|userId)\b/.exec(path) ?? []
  return {
    method,
    path,
    ...(method !== 'GET' && { idempotency: 'key', response: messageResponse }),
    ...(name && { params: name === 'id' ? idParams : userIdParams }),
    ...route,
  } as unknown as Defined<Method, Path, R>
}
