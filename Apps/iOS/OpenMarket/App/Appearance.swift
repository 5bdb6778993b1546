import MarketTexts
import MarketViewModels
import UIKit

extension Appearance {
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
