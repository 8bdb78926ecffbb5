import type { ComponentType } from 'react'

/** Loads the code of a component. */
export type Load<Props = object> = () => Promise<ComponentType<Props>>
