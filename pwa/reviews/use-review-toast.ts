import { useToasts } from '#pwa/stores/toasts.ts'
import { problemOfFailure } from '#pwa/ui/problem.ts'

type Result =
  | { readonly state: 'done'; readonly answer: { readonly message: string } }
  | {
      readonly state: 'refused'
      readonly failure: { readonly code: string; readonly error: string; readonly message: string }
    }
  | { readonly state: 'waiting' | 'cancelled' }

interface Words {
  /** Where the server has no words of its own. */
  readonly failed: string
  /** Stands before either: "Failed to approve loan: ". */
  readonly prefix?: string
}

/** Shows the result of a review, in the server's words where it has some. */
export function useReviewToast({ failed, prefix = '' }: Words) {
  const show = useToasts((state) => state.show)
  return (result: Result) => {
    if (result.state === 'refused') {
      const { message } = problemOfFailure(result.failure, { title: 'Error', message: failed })
      show({ title: 'Error', message: `${prefix}${message}`, tone: 'error' })
    } else if (result.state === 'done') {
      show({ title: 'Success', message: result.answer.message, tone: 'success' })
    }
  }
}
