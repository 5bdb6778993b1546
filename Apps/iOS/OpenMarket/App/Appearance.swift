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

    func name(_ interface: InterfaceTexts) -> String {
        switch self {
        case .system: interface[.systemColors]
        case .light: interface[.lightColors]
        case .dark: interface[.darkColors]
        }
    }
}
