import MarketModels

/// The addresses of the market's icon: the operator's logo, or the usual one.
struct SiteIcon {
    let site: SiteContext

    private var logo: MarketLogo? { site.profile.logo }

    /// Returns the path of the logo, or of a file that is the same everywhere.
    private func path(_ size: MarketLogo.Size, otherwise file: String) -> String {
        logo.map { "/logo/\($0.fileName(size))" } ?? "/assets/\(Assets.version)/\(file)"
    }

    /// The template data of the icon in the head and the header of pages.
    var data: [String: Any?] {
        [
            "logo": logo == nil ? nil : path(.small, otherwise: ""),
            "tabIcon": path(.small, otherwise: "favicon.svg"),
            "tabIconType": logo == nil ? "image/svg+xml" : "image/png",
            "touchIcon": path(.medium, otherwise: "icon-180.png"),
            "previewIcon": path(.large, otherwise: "icon-512.png"),
        ]
    }

    /// The icons of the installed app; nil for the usual ones.
    var manifest: [[String: Any]]? {
        guard logo != nil else { return nil }
        return [MarketLogo.Size.medium, .large].map { size in
            ["src": path(size, otherwise: ""), "sizes": "\(size.rawValue)x\(size.rawValue)", "type": "image/png"]
        }
    }
}
