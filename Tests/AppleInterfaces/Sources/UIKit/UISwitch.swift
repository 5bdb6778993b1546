import Foundation

open class UISwitch: UIControl {
    open var isOn = false

    /// Taps the switch.
    package func tap() {
        isOn.toggle()
        sendActions(for: [.valueChanged, .primaryActionTriggered])
    }
}
