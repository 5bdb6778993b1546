import MarketTexts
import UIKit

/// Whether the app is light or dark, as the user has chosen.
enum Appearance: String, CaseIterable {
    case system, light, dark

    var style: UIUserInterfaceStyle {
        switch self {
        case .system: .unspecified
        case .light: .light
        case .dark: .dark
        }
    }

    func name(_ web: WebTexts) -> String {
        switch self {
        case .system: web[.systemColors]
        case .light: web[.lightColors]
        case .dark: web[.darkColors]
        }
    }
}
