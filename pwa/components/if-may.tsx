import type { ReactNode } from 'react'
import { useSession } from '#pwa/hooks/use-session.ts'
import type { Permission } from '#shared/rules/permissions.ts'

interface IfMayProps {
  permission: Permission
  children: ReactNode
}

/** Shows what only those can do who have a permission; the server refuses everybody else. */
export function IfMay({ permission, children }: IfMayProps) {
  const { may } = useSession()
  return may(permission) ? children : null
}
