import type { ReactNode } from 'react'
import { useSession } from '#pwa/hooks/use-session.ts'
import type { Permission } from '#shared/rules/permissions.ts'

/** Shows what needs a permission; the server refuses it to everyone else. */
export function IfMay({ permission, children }: { permission: Permission; children: ReactNode }) {
  const { may } = useSession()
  return may(permission) ? children : null
}
