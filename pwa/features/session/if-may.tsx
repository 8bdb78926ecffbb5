import type { ReactNode } from 'react'
import type { Permission } from '#shared/rules/permissions.ts'
import { useSession } from './use-session.ts'

interface IfMayProps {
  permission: Permission
  children: ReactNode
}

/** Shows what only those can do who have a permission; the server refuses everybody else. */
export function IfMay({ permission, children }: IfMayProps) {
  const { may } = useSession()
  return may(permission) ? children : null
}
