import { ActionsSection } from '#pwa/features/gallery/actions-section.tsx'
import { FormsSection } from '#pwa/features/gallery/forms-section.tsx'
import { ListsSection } from '#pwa/features/gallery/lists-section.tsx'
import { PicturesSection } from '#pwa/features/gallery/pictures-section.tsx'
import { StatesSection } from '#pwa/features/gallery/states-section.tsx'
import { ThemeControl } from '#pwa/features/shell/theme-control.tsx'

/** Every component in every state, while developing. */
export function GalleryPage() {
  return (
    <main className="mx-auto flex max-w-7xl flex-col gap-10 px-4 py-6 md:px-6">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="font-semibold text-fg text-xl">Gallery</h1>
        <ThemeControl />
      </header>
      <ActionsSection />
      <FormsSection />
      <ListsSection />
      <PicturesSection />
      <StatesSection />
    </main>
  )
}
