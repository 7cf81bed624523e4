//! Checks that `web/src/api/generated/types.ts` matches the Rust types.
//! `LUDORUM_BLESS=1 cargo test --package ludorum-protocol` regenerates it.

use std::path::Path;

use ludorum_protocol::content::{
    BrokenPlugin, CheckFinding, CheckedTemplate, FieldLook, FieldShape, FileProblem, PluginCheck,
    PluginInfo, PluginKind, PluginList, PluginTranslation, SavedTemplate, SpellTarget,
    TemplateDraft, TemplateInfo, TemplateLimits, TemplateList, TemplatePlace, TemplateSeats,
    TemplateSource, TemplateSpells, TemplateTarget, TemplateWalls,
};
use ludorum_protocol::lobby::{
    AgentFile, AgentInfo, Clock, Encoding, FailurePolicy, GameInfo, InstalledAgent, Join,
    LoadProgress, LobbyMessage, LocaleInfo, NewAgent, NewRunner, NewTable, ParamInfo, ParamKind,
    Phase, Ready, ReplayInfo, Runner, SeatAssignment, SeatInfo, SeatKind, Session, Settings,
    Strength, StrengthSource, TableInfo, VariantInfo, Visibility, WatchRequest,
};
use ludorum_protocol::matches::{
    MatchInfo, MatchStanding, MatchState, MatchStatus, NewMatch, Repetition,
};
use ludorum_protocol::record::{CheckRecord, RecordCheckResult, RecordInfo, RecordPly};
use ludorum_protocol::study::{
    AnalyseRequest, Analysis, ChanceEvent, ExploreRequest, ExploredPosition, PathAnnotation,
    SearchTree, TreeNode,
};
use ludorum_protocol::table::{
    AgentAnalysis, AgentLimit, Candidate, ClientInfo, ClientMessage, DrawingStyle, DropCause,
    DroppedPlayer, EndCause, Event, FinalRanking, GameView, NumberedEvent, Pacing, ServerMessage,
    Update, ValueAccuracy,
};
use ludorum_protocol::translation::{
    FindingKind, NewTranslation, SavePermission, TranslationFinding, TranslationInfo,
    TranslationList,
};
use ludorum_protocol::{Code, Problem, VERSION};
use ts_rs::{Config, TS};

macro_rules! declarations {
    ($($name:ty),* $(,)?) => {{
        // Numbers of our messages are far below 2^53.
        let config = Config::new().with_large_int("number");
        [$(<$name as TS>::decl(&config)),*]
    }};
}

#[test]
fn the_types_of_the_page_are_ours() {
    let declarations = declarations![
        Code,
        Problem,
        Session,
        NewTable,
        SeatAssignment,
        Join,
        WatchRequest,
        Ready,
        Phase,
        SeatInfo,
        SeatKind,
        TableInfo,
        GameInfo,
        AgentInfo,
        Strength,
        StrengthSource,
        ParamInfo,
        ParamKind,
        VariantInfo,
        InstalledAgent,
        Runner,
        NewRunner,
        NewAgent,
        AgentFile,
        Encoding,
        LocaleInfo,
        TranslationList,
        SavePermission,
        TranslationInfo,
        TranslationFinding,
        FindingKind,
        NewTranslation,
        ReplayInfo,
        LoadProgress,
        LobbyMessage,
        Settings,
        Visibility,
        FailurePolicy,
        Clock,
        ExploreRequest,
        ExploredPosition,
        PathAnnotation,
        ChanceEvent,
        AnalyseRequest,
        Analysis,
        SearchTree,
        TreeNode,
        CheckRecord,
        RecordCheckResult,
        RecordInfo,
        RecordPly,
        NewMatch,
        MatchStatus,
        MatchInfo,
        MatchState,
        Repetition,
        MatchStanding,
        PluginList,
        PluginInfo,
        PluginKind,
        SpellTarget,
        FieldLook,
        FieldShape,
        PluginTranslation,
        BrokenPlugin,
        FileProblem,
        PluginCheck,
        CheckFinding,
        TemplateList,
        TemplateInfo,
        TemplateDraft,
        TemplatePlace,
        TemplateTarget,
        TemplateSeats,
        TemplateLimits,
        TemplateWalls,
        TemplateSpells,
        TemplateSource,
        CheckedTemplate,
        SavedTemplate,
        ClientMessage,
        DrawingStyle,
        ServerMessage,
        ClientInfo,
        Update,
        GameView,
        Pacing,
        AgentAnalysis,
        Candidate,
        ValueAccuracy,
        NumberedEvent,
        Event,
        FinalRanking,
        DroppedPlayer,
        DropCause,
        EndCause,
        AgentLimit,
    ];
    let mut text =
        String::from("// Made from the Rust types by crates/protocol/tests/typescript.rs.\n\n");
    text += &format!("export const VERSION = {VERSION};\n");
    for declaration in declarations {
        text += &format!("\nexport {declaration}\n");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/api/generated/types.ts");
    if std::env::var_os("LUDORUM_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &text).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == text,
        "web/src/api/generated/types.ts is stale: LUDORUM_BLESS=1 cargo test --package ludorum-protocol"
    );
}
