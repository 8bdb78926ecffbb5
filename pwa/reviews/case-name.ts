/** Names a case in an address, in a list and in a notification: the kind and id of its stream. */
export interface CaseName {
  readonly kind: string
  readonly id: string
}

export function nameText({ kind, id }: CaseName): string {
  return `${kind}-${id}`
}
