#!/usr/bin/python3
# A window of WebKitGTK for WebDriver. WebKit's own MiniBrowser forgets everything between two starts
# when it is driven, and has bars that take a part of the viewport.
import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

DATA = os.environ.get("WINDOW_DATA")


def open_context():
    if not DATA:
        return WebKit2.WebContext.new_ephemeral()
    manager = WebKit2.WebsiteDataManager(
        base_data_directory=f"{DATA}/data", base_cache_directory=f"{DATA}/cache"
    )
    context = WebKit2.WebContext.new_with_website_data_manager(manager)
    context.get_cookie_manager().set_persistent_storage(
        f"{DATA}/cookies", WebKit2.CookiePersistentStorage.SQLITE
    )
    return context


def open_view(_session):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    window = Gtk.Window()
    window.set_decorated(False)
    window.set_default_size(1024, 768)
    window.add(view)
    window.show_all()
    view.connect("close", lambda _view: window.destroy())
    return view


def on_automation(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("window")
    session.set_application_info(info)
    session.connect("create-web-view", open_view)


# Pages see that the user prefers reduced motion.
Gtk.Settings.get_default().set_property("gtk-enable-animations", False)
context = open_context()
context.set_automation_allowed(True)
context.connect("automation-started", on_automation)
Gtk.main()
