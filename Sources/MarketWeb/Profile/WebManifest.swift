import Foundation
import MarketModels

/// The manifest of the installed web app. It names the market and what can be done there, so that of a market with a name, a
/// tagline or a logo of its own, or where only known sellers list, isn't one of the files that are the same everywhere.
enum WebManifest {
    /// The query parameter with the language of a manifest. Browsers ask for it without cookies.
    static let languageParameter = "language"

    /// The name of the common file.
    static func fileName(in language: Language) -> String { "manifest-\(language.rawValue).webmanifest" }

    private static func isOwn(_ site: SiteContext) -> Bool {
        site.isClosed || site.profile.logo != nil
            || site.profile.values.keys.contains { $0.field == .name || $0.field == .tagline }
    }

    /// Returns the address of the manifest of a page.
    static func address(on site: SiteContext) -> String {
        isOwn(site)
            ? "/manifest.webmanifest?\(languageParameter)=\(site.language.rawValue)"
            : "/assets/\(Assets.version)/\(fileName(in: site.language))"
    }

    /// Returns the manifest with the names of the market, or nil if the common file is right.
    static func bytes(_ site: SiteContext) -> [UInt8]? {
        guard isOwn(site), let common = Assets.named(fileName(in: site.language)),
            var manifest = try? JSONSerialization.jsonObject(with: Data(common.bytes)) as? [String: Any]
        else { return nil }
        manifest["name"] = site.name
        if site.profile.name(in: site.language) != nil { manifest["short_name"] = site.name }
        manifest["description"] = site.tagline
        let folder = "/assets/\(Assets.version)/"
        let own = SiteIcon(site: site).manifest
        manifest["icons"] = own ?? withAddresses(manifest["icons"], in: folder)
        var shortcuts = manifest["shortcuts"] as? [[String: Any]] ?? []
        if site.isClosed {
            // Browsers ask for the manifest without cookies, so it doesn't know who was invited.
            shortcuts.removeAll { $0["url"] as? String == "/products/new" }
            manifest["share_target"] = nil
        }
        manifest["shortcuts"] = shortcuts.map { shortcut in
            shortcut.merging(["icons": own ?? withAddresses(shortcut["icons"], in: folder)]) { $1 }
        }
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
        return (try? JSONSerialization.data(withJSONObject: manifest, options: options)).map(Array.init)
    }

    /// Returns icons with addresses that don't depend on that of the manifest.
    private static func withAddresses(_ icons: Any?, in folder: String) -> [[String: Any]] {
        (icons as? [[String: Any]] ?? []).map { icon in
            icon.merging(["src": folder + (icon["src"] as? String ?? "")]) { $1 }
        }
    }
}
