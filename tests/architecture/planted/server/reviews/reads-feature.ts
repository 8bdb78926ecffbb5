// breaks reviews-know-no-feature
import { handler } from '../features/loans/handler.ts'

export const review = handler
