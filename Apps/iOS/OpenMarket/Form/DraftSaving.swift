/// A screen whose input is saved on the device when the app goes into the background.
@MainActor
protocol DraftSaving: AnyObject {
    func saveDraft() async
}
