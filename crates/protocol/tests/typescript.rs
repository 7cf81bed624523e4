//! The page's types are these types: `web/src/api/types.ts` is what Rust says, or this fails.
//! `LUDORUM_BLESS=1 cargo test --package ludorum-protocol` writes it anew.

use std::path::Path;

use ludorum_protocol::lobby::{
    AgentFile, AgentInfo, Clock, Encoding, Enter, Failing, GameInfo, InstalledAgent, Join,
    LoadProgress, LobbyMessage, LocaleInfo, Measured, NewAgent, NewRunner, NewTable, ParamInfo,
    ParamKind, Phase, Ready, ReplayInfo, Runner, SeatInfo, SeatKind, Seating, Session, Settings,
    Strength, TableInfo, VariantInfo, Visibility,
};
use ludorum_protocol::matches::{MatchDesk, MatchInfo, MatchState, NewMatch, Repetition, Standing};
use ludorum_protocol::record::{CheckRecord, Checked, RecordInfo, RecordPly};
use ludorum_protocol::sector66::{
    CastOn, CheckFinding, CheckedTemplate, FieldLook, FieldShape, FileProblem, KeptTemplate,
    PluginCheck, PluginInfo, PluginKind, PluginShelf, PluginTrouble, PluginWords, TemplateDraft,
    TemplateInfo, TemplateLimits, TemplatePlace, TemplateSeats, TemplateShelf, TemplateSource,
    TemplateSpells, TemplateTarget, TemplateWalls,
};
use ludorum_protocol::study::{
    Analyse, Analysis, ChanceEvent, Explore, Explored, Insight, SearchTree, TreeNode,
};
use ludorum_protocol::table::{
    Candidate, ClientMessage, Drawing, DropCause, Dropout, Ending, Event, GameView, Known, Limit,
    Numbered, Pacing, ServerMessage, Thought, Update, Verdict, You,
};
use ludorum_protocol::translation::{
    FindingKind, NewTranslation, Saving, TranslationFinding, TranslationInfo, TranslationShelf,
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
        Seating,
        Join,
        Enter,
        Ready,
        Phase,
        SeatInfo,
        SeatKind,
        TableInfo,
        GameInfo,
        AgentInfo,
        Strength,
        Measured,
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
        TranslationShelf,
        Saving,
        TranslationInfo,
        TranslationFinding,
        FindingKind,
        NewTranslation,
        ReplayInfo,
        LoadProgress,
        LobbyMessage,
        Settings,
        Visibility,
        Failing,
        Clock,
        Explore,
        Explored,
        Insight,
        ChanceEvent,
        Analyse,
        Analysis,
        SearchTree,
        TreeNode,
        CheckRecord,
        Checked,
        RecordInfo,
        RecordPly,
        NewMatch,
        MatchDesk,
        MatchInfo,
        MatchState,
        Repetition,
        Standing,
        PluginShelf,
        PluginInfo,
        PluginKind,
        CastOn,
        FieldLook,
        FieldShape,
        PluginWords,
        PluginTrouble,
        FileProblem,
        PluginCheck,
        CheckFinding,
        TemplateShelf,
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
        KeptTemplate,
        ClientMessage,
        Drawing,
        ServerMessage,
        You,
        Update,
        GameView,
        Pacing,
        Thought,
        Candidate,
        Known,
        Numbered,
        Event,
        Verdict,
        Dropout,
        DropCause,
        Ending,
        Limit,
    ];
    let mut text =
        String::from("// Made from the Rust types by crates/protocol/tests/typescript.rs.\n\n");
    text += &format!("export const VERSION = {VERSION};\n");
    for declaration in declarations {
        text += &format!("\nexport {declaration}\n");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/api/types.ts");
    if std::env::var_os("LUDORUM_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &text).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == text,
        "web/src/api/types.ts is stale: LUDORUM_BLESS=1 cargo test --package ludorum-protocol"
    );
}
