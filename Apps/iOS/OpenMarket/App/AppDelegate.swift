import Foundation
import MarketClient
import MarketTexts
import UIKit

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {}

/// What the app takes from the device. Tests replace parts of it.
struct AppEnvironment {
    /// The folder for data that must not be lost.
    var support = URL.applicationSupportDirectory
    /// The stored settings.
    var defaults = UserDefaults.standard
    /// The store of passwords, rights and identifiers.
    var identities: any IdentityStore = KeychainIdentityStore()
    /// The transport for calls.
    var transport: any HTTPTransport = URLSessionTransport()
    /// The transport for pictures, a separate one so that calls don't wait for pictures.
    var imageTransport: any HTTPTransport = URLSessionTransport()
    /// The pictures on disk, of all markets and languages: two caches on one folder would remove each other's files.
    var pictures = DiskImageCache(folder: URL.cachesDirectory.appending(path: "pictures"))
    /// The language of the device, unless the user has chosen another in the app.
    var deviceLanguage = Language(acceptLanguage: Locale.preferredLanguages.joined(separator: ","))
}
