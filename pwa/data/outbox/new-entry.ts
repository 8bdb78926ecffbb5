import type { RouteDefinition } from '#shared/contract/route.ts'
import { type AnyInput, type PreparedRequest, prepare, routeKey } from '../api-request.ts'
import type { OutboxEntry } from './entry.ts'

export interface NewEntry extends Pick<OutboxEntry, 'id' | 'userId' | 'kind' | 'params' | 'body'> {
  readonly request: PreparedRequest
  readonly inOrder?: RouteDefinition['inOrder']
  readonly joinsWaiting?: RouteDefinition['joinsWaiting']
}

export function newEntry(
  route: RouteDefinition,
  input: AnyInput,
  { id, userId }: Pick<NewEntry, 'id' | 'userId'>,
): NewEntry {
  const { params, body } = input
  const { inOrder, joinsWaiting } = route
  const request = prepare(route, input)
  return { id, userId, kind: routeKey(route), params, body, request, inOrder, joinsWaiting }
}
