import { Wallet } from 'lucide-react'
import { ThemeControl } from '#pwa/shell/theme-control.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { ErrorState } from '#pwa/ui/error-state.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { ProblemNotice } from '#pwa/ui/problem-notice.tsx'
import { SkeletonRows } from '#pwa/ui/skeleton.tsx'
import { ActionsSection } from './actions-section.tsx'
import { FormsSection } from './forms-section.tsx'
import { ListsSection } from './lists-section.tsx'
import { PicturesSection } from './pictures-section.tsx'
import { Section } from './section.tsx'

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

function StatesSection() {
  return (
    <Section title="States">
      <div className="grid gap-4 md:grid-cols-3">
        <Card flush>
          <SkeletonRows count={4} />
        </Card>
        <Card flush>
          <EmptyState
            icon={<Wallet className="size-5" />}
            title="Nothing here yet"
            action={<Button variant="primary">Make a deposit</Button>}
          >
            Your assets appear here after your first deposit is approved.
          </EmptyState>
        </Card>
        <Card flush>
          <ErrorState message="The server did not answer." onRetry={() => undefined} />
        </Card>
      </div>
      <Notice>Prices are quoted in USDT.</Notice>
      <Notice tone="warn">
        Crypto prices move fast. You can lose what you put in. Trade only what you can afford to
        lose.
      </Notice>
      <Notice tone="down">12.50000000 USDT are available.</Notice>
      <ProblemNotice
        problem={{ title: 'Insufficient Balance', message: '12.50000000 USDT are available.' }}
      />
    </Section>
  )
}
