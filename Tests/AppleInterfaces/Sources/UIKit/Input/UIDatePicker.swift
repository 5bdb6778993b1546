import Foundation

public enum UIDatePickerStyle: Int, Sendable {
    case compact = 2
}

open class UIDatePicker: UIControl {
    public enum Mode: Int, Sendable {
        case date = 1
    }

    open var datePickerMode = Mode.date
    open var preferredDatePickerStyle = UIDatePickerStyle.compact
    open var calendar: Calendar!
    open var date = Date()
    open var minimumDate: Date?
    open var maximumDate: Date?

    /// Chooses a date.
    package func choose(_ date: Date) {
        self.date = max(minimumDate ?? date, min(maximumDate ?? date, date))
        sendActions(for: .valueChanged)
    }
}
