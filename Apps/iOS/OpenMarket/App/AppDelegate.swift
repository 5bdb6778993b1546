import Foundation
import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

@main
final class AppDelegate: UIResponder {
    /// The market that is open; nil before, and after a launch in the background.
    weak var session: MarketSession?
}

extension AppDelegate: UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping () -> Void
    ) {
        BackgroundUploads.finishEvents = completionHandler
        // If the process is new, its session receives the events from now on.
        _ = BackgroundUploads.transport
        // A form that waited for its response has to store what came of it.
        let time = BackgroundTime()
        Task {
            await session?.form?.sending?.value
            time.end()
        }
    }
}

/// Time that the system doesn't suspend the app in, until the work is done or the system wants it back.
@MainActor
final class BackgroundTime {
    private var task = UIBackgroundTaskIdentifier.invalid

    init() {
        // An app that doesn't end its task in time is ended itself.
        task = UIApplication.shared.beginBackgroundTask(withName: nil) { self.end() }
    }

    func end() {
        guard task != .invalid else { return }
        UIApplication.shared.endBackgroundTask(task)
        task = .invalid
    }
}

/// What the app takes from the device. Tests replace parts of it.
struct AppEnvironment {
    /// The folder for data that must not be lost.
    var support = URL.applicationSupportDirectory
    /// The stored settings.
    var defaults = UserDefaults.standard
    /// The store of passwords, rights and identifiers.
    var identities: any IdentityStore = KeychainIdentityStore()
    /// The transport for calls.
    var transport: any HTTPTransport = BackgroundUploads.transport
    /// The folder for the forms that it sends.
    var forms = BackgroundUploads.folder
    /// The transport for pictures, a separate one so that calls don't wait for pictures.
    var imageTransport: any HTTPTransport = URLSessionTransport()
    /// The pictures on disk, of all markets and languages: two caches on one folder would remove each other's files.
    var pictures = DiskImageCache(folder: URL.cachesDirectory.appending(path: "pictures"))
    /// What says that there is a network again.
    var connectivity = Connectivity.ofDevice
    /// The language of the device, unless the user has chosen another in the app.
    var deviceLanguage = Language(acceptLanguage: Locale.preferredLanguages.joined(separator: ","))
}
