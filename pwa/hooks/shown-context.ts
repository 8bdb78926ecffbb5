import { createContext } from 'react'

/** False within a dialog that is closed but still mounted. */
export const ShownContext = createContext(true)
