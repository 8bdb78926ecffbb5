import { Toasts } from './toasts.tsx'
import { UpdatePrompt } from './update-prompt.tsx'

/** What speaks only when something happens; loaded after the first paint. */
export function Afterwards() {
  return (
    <>
      <UpdatePrompt />
      <Toasts />
    </>
  )
}
