import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import {
  BrowserRouter,
  matchPath,
  Navigate,
  Outlet,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useSearchParams,
} from 'react-router-dom'
import { FEATURES } from '#pwa/features/index.ts'
import { Features } from '#pwa/hooks/use-features.ts'
import { type Session, useSession } from '#pwa/hooks/use-session.ts'
import { lazyView } from '#pwa/loading/lazy-view.tsx'
import { AppFrame } from '#pwa/shell/app-frame.tsx'
import { LoadingScreen } from '#pwa/shell/loading-screen.tsx'
import { navigationFor } from '#pwa/shell/navigation.ts'
import { PageBoundary } from '#pwa/shell/page-boundary.tsx'
import { operator } from '#shared/operator/company.ts'
import { isPermission } from '#shared/rules/permissions.ts'
import { translated } from '#shared/text/t.ts'
import { AdminFrame, type AppRoute, NotFound, ROUTES } from './routes.tsx'

const OwnPassword = lazyView(
  async () => (await import('#pwa/pages/own-password.tsx')).OwnPasswordPage,
).View

/** The frame that shows a page or another language comes first. */
const TITLE_AFTER_MS = 50

export function App() {
  const session = useSession()
  if (session.status === 'checking') return <LoadingScreen />
  return (
    <Features value={FEATURES}>
      <BrowserRouter>
        <EarlyAddress />
        <PageTitle />
        {/* Another user begins with new screens. */}
        <Routes key={session.user?.userId}>
          {routesIn(session)}
          <Route element={<Bare />}>{routesFor('always')}</Route>
        </Routes>
      </BrowserRouter>
    </Features>
  )
}

function routesIn({ status, user, isStaff, may }: Session) {
  if (user?.mustChangePassword) return withChosenPassword()
  return status === 'signed-in' ? signedIn(isStaff, ROUTES.filter(mayOpen(may))) : signedOut()
}

function signedOut() {
  return (
    <>
      <Route element={<Bare />}>{routesFor('signed-out')}</Route>
      <Route path="*" element={<Navigate to="/login" replace />} />
    </>
  )
}

/** While a password set by staff must be replaced: mail links and the form for a new one. */
function withChosenPassword() {
  const form = <OwnPassword />
  return (
    <Route element={<Bare />}>
      {openedByLink(form)}
      <Route path="*" element={form} />
    </Route>
  )
}

/** Checks the permissions of staff only; the router handles the rest. */
function mayOpen(may: Session['may']) {
  return ({ access }: AppRoute) => !isPermission(access) || may(access)
}

function signedIn(isStaff: boolean, open: readonly AppRoute[]) {
  const navigation = navigationFor(open, isStaff)
  const home = <Navigate to="/" replace />
  return (
    <>
      <Route element={<AppFrame navigation={navigation} />}>
        {routesFor('user')}
        {isStaff ? (
          <Route element={<AdminFrame.View entries={navigation.adminMenu} />}>
            <Route path="/admin" element={<Navigate to="/admin/dashboard" replace />} />
            {open.filter(({ access }) => isPermission(access)).map(toRoute)}
          </Route>
        ) : (
          <Route path="/admin/*" element={home} />
        )}
        <Route path="*" element={<NotFound />} />
      </Route>
      <Route element={<Bare />}>{openedByLink(home)}</Route>
    </>
  )
}

/** A link in a mail opens for a signed-in user too, because it may belong to another user. */
function openedByLink(otherwise: ReactNode) {
  return ROUTES.filter(({ access }) => access === 'signed-out').map((route) => (
    <Route
      key={route.path}
      path={route.path}
      element={<OpenedByLink route={route} otherwise={otherwise} />}
    />
  ))
}

function OpenedByLink({ route, otherwise }: { route: AppRoute; otherwise: ReactNode }) {
  const { links = [], page } = route
  const [query] = useSearchParams()
  // Evaluated once, because the page removes the token from the address.
  const [isOpen] = useState(() => links.some((name) => query.has(name)))
  return isOpen ? <page.View /> : otherwise
}

function routesFor(access: AppRoute['access']) {
  return ROUTES.filter((route) => route.access === access).map(toRoute)
}

function toRoute({ path, page }: AppRoute) {
  return <Route key={path} path={path} element={<page.View />} />
}

/** Log-in and sign-up: no navigation and no bottom padding. */
function Bare() {
  return (
    <PageBoundary>
      <Suspense fallback={<LoadingScreen />}>
        <Outlet />
      </Suspense>
    </PageBoundary>
  )
}

/** Follows a change of the address between the router's first render and its first effect. */
function EarlyAddress() {
  const navigate = useNavigate()
  const drawn = useLocation()
  const catchUp = useEffectEvent(() => {
    const { pathname, search, hash } = window.location
    if (drawn.pathname === pathname && drawn.search === search) return
    void navigate({ pathname, search, hash }, { replace: true })
  })
  useEffect(catchUp, [])
  return null
}

function PageTitle() {
  const { pathname } = useLocation()
  const title = ROUTES.find(({ path }) => matchPath(path, pathname))?.title
  const name = title && translated(title)
  useEffect(() => {
    setTimeout(() => {
      document.title = name ? `${name} · ${operator.name}` : operator.name
    }, TITLE_AFTER_MS)
  }, [name])
  return null
}
