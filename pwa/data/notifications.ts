/**
 * Removes system notifications of the user who logs out: the next user must not read or act on
 * them.
 */
export async function closeNotifications(): Promise<void> {
  const { serviceWorker } = navigator as Partial<Pick<Navigator, 'serviceWorker'>>
  const registration = await serviceWorker?.getRegistration()
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close()
}
