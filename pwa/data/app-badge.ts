/** Shows a number on the icon of the installed app, where the system has such badges; 0: none. */
export async function showBadge(count: number): Promise<void> {
  const { setAppBadge } = navigator as Partial<Pick<Navigator, 'setAppBadge'>>
  // iOS refuses it until notifications are allowed.
  await setAppBadge?.call(navigator, count).catch(() => undefined)
}
