/** While the session check runs. index.html shows the same until this code is there. */
export function LoadingScreen() {
  return (
    <main className="grid min-h-dvh place-items-center" aria-busy="true">
      <p className="flex flex-col items-center gap-4 text-fg-3 text-sm" role="status">
        <img src="/icons/icon.svg" alt="" width="56" height="56" />
        Loading
      </p>
    </main>
  )
}
