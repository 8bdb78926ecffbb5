import { ThemeControl } from '#pwa/shell/theme-control.tsx'
import { ActionsSection } from './actions-section.tsx'
import { FormsSection } from './forms-section.tsx'
import { ListsSection } from './lists-section.tsx'
import { PicturesSection } from './pictures-section.tsx'
import { StatesSection } from './states-section.tsx'

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
