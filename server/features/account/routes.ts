import { Readable } from 'node:stream'
import type { AnyAggregate } from '#server/events/decider.ts'
import { type App, mount } from '#server/platform/mount.ts'
import type { Services } from '#server/services.ts'
import {
  deleteAccount as deleteRoute,
  exportAccount,
  removePicture,
  setPicture,
} from '#shared/contract/account.ts'
import { refuse } from '#shared/refusal.ts'
import { isStaff } from '#shared/rules/permissions.ts'
import { registerAccountAdminRoutes } from './admin-routes.ts'
import { deleteAccount } from './delete-account.ts'
import { exportOf } from './export.ts'
import { changePicture } from './picture.ts'

/**
 * The account as a whole: its picture, its data, its end. Source: docs/product.md, Profile.
 *
 * @param aggregates every kind of stream: what is open of them is in the way of an end
 */
export function registerAccountRoutes(
  app: App,
  services: Services,
  aggregates: readonly AnyAggregate[],
): void {
  mount(app, services, setPicture, async ({ caller, files }) => {
    await changePicture(services, caller.userId, files.picture.id)
    return {
      message: 'Your picture is saved.',
      profile_picture: services.uploads.signedUrl(files.picture.id),
    }
  })

  mount(app, services, removePicture, async ({ caller }) => {
    await changePicture(services, caller.userId, null)
    return { message: 'Your picture is removed.' }
  })

  mount(app, services, deleteRoute, async ({ caller, cause }) => {
    // Customers only: a deleted member of staff would leave their reviews without a name.
    if (isStaff(caller.role)) return refuse('access.forbidden')
    const { userId, userNo } = caller
    const request = { userId, userNo, metadata: cause.metadata }
    return (await deleteAccount(services, aggregates, request)) ?? { message: 'Account Deleted' }
  })

  mount(app, services, exportAccount, ({ caller, request }) => {
    return request.http.reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="account-data.json"')
      .send(Readable.from(exportOf(services, caller)))
  })

  registerAccountAdminRoutes(app, services, aggregates)
}
