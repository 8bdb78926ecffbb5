import { useConnection } from '#pwa/hooks/use-connection.ts'
import { Notice, ProblemNotice } from '#pwa/ui/notice.tsx'
import type { Problem } from '#pwa/ui/problem.ts'

interface FormNoticesProps {
  form: { readonly notice: Problem | undefined }
  /** What being offline means for this form: that it waits, or that it cannot be sent. */
  offline?: string
}

/** Below the fields: the problem of the last try, and what being offline means. */
export function FormNotices({ form, offline }: FormNoticesProps) {
  const { isOnline } = useConnection()
  return (
    <>
      <ProblemNotice problem={form.notice} />
      {!isOnline && offline && <Notice>{offline}</Notice>}
    </>
  )
}
