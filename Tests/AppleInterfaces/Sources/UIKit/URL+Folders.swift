import Foundation

// Foundation on Linux lacks these.
extension URL {
    public static var applicationSupportDirectory: URL { folder("support") }
    public static var cachesDirectory: URL { folder("caches") }

    private static func folder(_ name: String) -> URL {
        FileManager.default.temporaryDirectory.appending(path: "open-market-app/\(name)")
    }
}
