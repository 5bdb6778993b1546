import Foundation
import MarketAPI
import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

/// Asks for the last day of a reservation and for a note that only the seller sees. It stays until the market has accepted
/// them, so that nothing is typed twice.
final class ReservationViewController: ViewController {
    private static let secondsOfADay = 86_400.0

    let datePicker = UIDatePicker()
    let textField = UITextField.rounded()

    /// Called when the sheet has closed, by its buttons.
    var didClose: () -> Void = {}

    private let listing: ListingStateModel
    private let interface: InterfaceTexts
    private let perform: (SellerAction) async -> Void
    private let notes: FieldNotes
    private let removal: FieldNotes
    private let removesNote = UISwitch()
    /// The Gregorian calendar, in which the days of the picker are those of the market, wherever the device is.
    private let calendar = Calendar(identifier: .gregorian)

    /// - Parameter perform: performs the action.
    init(_ listing: ListingStateModel, interface: InterfaceTexts, perform: @escaping (SellerAction) async -> Void) {
        self.listing = listing
        self.interface = interface
        self.perform = perform
        notes = FieldNotes(hint: interface[.reservationNoteHint])
        removal = FieldNotes(hint: AppTexts(language: interface.language)[.keptNote])
        super.init(title: interface[.changeReservation])
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        // A swipe down would lose what was typed, and what follows when the sheet is closed.
        isModalInPresentation = true
        navigationItem.leftBarButtonItem = UIBarButtonItem(interface[.cancel]) { [weak self] in self?.cancel() }
        navigationItem.rightBarButtonItem = UIBarButtonItem(interface[.save]) { [weak self] in self?.save() }
        configureFields()
        layOut()
    }

    private func configureFields() {
        datePicker.datePickerMode = .date
        datePicker.preferredDatePickerStyle = .compact
        datePicker.calendar = calendar
        // The app may be in another language than the device.
        datePicker.locale = Locale(identifier: interface.language.rawValue)
        // The day at the market may be the one before or after the day here, which the market then says.
        datePicker.minimumDate = Date(timeIntervalSinceNow: -Self.secondsOfADay)
        // The market reserves for a year at most.
        datePicker.maximumDate = Date(timeIntervalSinceNow: 365 * Self.secondsOfADay)
        if let date = listing.lastReservedDay.flatMap(date) { datePicker.date = date }
        datePicker.accessibilityLabel = interface[.reserveUntil]
        textField.accessibilityLabel = interface[.reservationNote]
        textField.returnKeyType = .done
        textField.on(.editingDidEndOnExit) { [weak self] in self?.textField.resignFirstResponder() }
    }

    private func layOut() {
        let hint = FieldNotes(hint: interface[.reserveUntilHint])
        ColumnScrollView(
            [
                UILabel(caption: interface[.reserveUntil]), datePicker, hint,
                UILabel(caption: interface[.reservationNote]),
                textField, notes, removal, removalRow,
            ],
            spacing: 8
        ).fill(view)
    }

    private var removalRow: UIView {
        let label = UILabel(caption: AppTexts(language: interface.language)[.removeNote])
        removesNote.accessibilityLabel = label.text
        removesNote.on(.valueChanged) { [weak self] in
            guard let self else { return }
            textField.isEnabled = !removesNote.isOn
        }
        let row = StackView([label, removesNote], axis: .horizontal, spacing: 12)
        row.alignment = .center
        return row
    }

    /// Returns the noon of a day on this device.
    private func date(_ day: CalendarDay) -> Date? {
        calendar.date(from: DateComponents(year: day.year, month: day.month, day: day.day, hour: 12))
    }

    /// The chosen day.
    private var day: CalendarDay? {
        let parts = calendar.dateComponents([.year, .month, .day], from: datePicker.date)
        guard let year = parts.year, let month = parts.month, let day = parts.day else { return nil }
        return CalendarDay(year: year, month: month, day: day)
    }

    private func save() {
        view.endEditing(true)
        // The market tells nobody the note, so an empty field leaves it as it is.
        let note = removesNote.isOn ? "" : textField.text.flatMap { $0.isEmpty ? nil : $0 }
        navigationItem.rightBarButtonItem?.isEnabled = false
        Task {
            await perform(.change(.reserved(until: day, note: note)))
            navigationItem.rightBarButtonItem?.isEnabled = true
            guard case .failed = listing.step else { return close() }
            notes.render(problem: listing.message, count: nil)
            if let message = listing.message { UIAccessibility.post(notification: .announcement, argument: message) }
        }
    }

    /// Also cancels what is being saved.
    private func cancel() {
        listing.dismiss()
        close()
    }

    private func close() {
        presentingViewController?.dismiss(animated: true) { [didClose] in didClose() }
    }
}
