// breaks no-development-packages
import { transform } from 'typescript'

export const read = transform
