import { createElement, Fragment, type ReactNode } from 'react'
import { partsOf } from '#shared/text/t.ts'

type RichValue = ReactNode | ((inner: ReactNode) => ReactNode)

/** A message with elements in it: for a placeholder an element, for a tag what draws its inside. */
export function rich(message: string, values: Readonly<Record<string, RichValue>>): ReactNode {
  return partsOf<ReactNode>(message, values, (parts) =>
    createElement(Fragment, null, ...(parts as ReactNode[])),
  )
}
